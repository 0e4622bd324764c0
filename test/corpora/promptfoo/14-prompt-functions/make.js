module.exports = ({ vars }) => `About ${vars.items}`;
