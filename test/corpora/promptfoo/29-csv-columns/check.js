module.exports = (output) => output.includes("three");
