const { hasWord } = require("./words.js");

module.exports = (output, { config }) => config.words.some((word) => hasWord(output, word));
