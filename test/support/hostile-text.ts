/** Whatever of this is taken for markup, opens a dialog, loads something or throws. */
export const ATTACK = [
  "<script>alert(1)</script>",
  '<img src="http://evil.example/x.png" onerror="alert(2)">',
  '<svg onload="alert(3)"><animate onbegin="alert(4)" attributeName="x"/></svg>',
  "</script><script>alert(5)</script>",
  "[link](javascript:alert(6)) ![picture](http://evil.example/y.png)",
  '"><iframe src="javascript:alert(7)"></iframe>',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: no template of ours, but perhaps one elsewhere
  "{{constructor.constructor('alert(8)')()}} ${alert(9)} \u2028\u2029\u0000\u202e",
].join("\n");

/** Elements that nothing of the store may ever become in a page. */
export const MADE_OF_HOSTILE_TEXT = "main img, main iframe, main script, main animate, main [onerror], main [onload]";

/** Five megabytes of one text. */
export const LONG = "A sentence of a very long answer. ".repeat(160_000);
