module.exports = () => "x";
