let text = "";
for await (const part of process.stdin) text += part;
const { fahrenheit } = JSON.parse(text);
console.log(`${(((fahrenheit - 32) * 5) / 9).toFixed(1)} degrees Celsius`);
