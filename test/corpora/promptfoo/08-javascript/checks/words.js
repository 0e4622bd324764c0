exports.hasWord = (text, word) => text.toLowerCase().split(/\W+/).includes(word);
