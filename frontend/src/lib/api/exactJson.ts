const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const PLAIN = /^-?\d+(\.\d+)?$/;
/** With this many digits every number comes back as it was written. */
const SAFE_DIGITS = 15;

/** JSON whose numbers may be longer than JavaScript keeps: such a number comes as its digits, as text. */
export function parseExactly(text: string): unknown {
  return JSON.parse(text.replace(TOKEN, (token) => (isLossy(token) ? `"${token}"` : token)));
}

function isLossy(token: string): boolean {
  if (token.length <= SAFE_DIGITS || !PLAIN.test(token)) return false;
  const written = token.includes('.') ? token.replace(/\.?0+$/, '') : token;
  return String(Number(token)) !== written;
}
