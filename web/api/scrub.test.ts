import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { scrub } from './scrub.ts';

describe('what is written down of an error', () => {
  const cases: [string, string][] = [
    [
      'Failed to fetch https://yian.example/members/oldman/page?userName=王秀英&current=1',
      'Failed to fetch https://yian.example/members/oldman/page',
    ],
    ['GET /auth/oauth/token?randomStr=9&code=4 failed', 'GET /auth/oauth/token failed'],
    ['at load (http://127.0.0.1:5173/shell/app.tsx?t=1763728000:12:5)', 'at load (http://127.0.0.1:5173/shell/app.tsx)'],
    ['at render (https://yian.example/assets/app-Dk39fJ2a.js:1:2345)', 'at render (https://yian.example/assets/app-Dk39fJ2a.js:1:2345)'],
    ['headers: Bearer abc.DEF-123', 'headers: Bearer …'],
    ['{"access_token":"short","x":1}', '{"access_token":"…","x":1}'],
    ['password=Demo2026&next=1', 'password=…&next=1'],
    ['session 5f1c2d3e-aaaa-bbbb-cccc-0123456789ab ended', 'session … ended'],
    ['unexpected Zm9vYmFyMTIzNDU2Nzg5MGFiY2RlZg here', 'unexpected … here'],
    ['call 13812345678 now', 'call … now'],
    [
      'Is it broken? Cannot read properties of undefined (reading "name")',
      'Is it broken? Cannot read properties of undefined (reading "name")',
    ],
    ['aVeryLongFunctionNameWithoutDigits is not a function', 'aVeryLongFunctionNameWithoutDigits is not a function'],
  ];
  for (const [text, kept] of cases) it(text, () => assert.equal(scrub(text), kept));
});
