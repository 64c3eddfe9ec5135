import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isRich, lineOf, MOST_MARKUP, plainText } from '#contract/rich-text.rules.ts';
import { attacks, KEPT_MARKUP } from '#test/rich-attacks.ts';
import { cleanRich } from './rich-text.ts';

const PICTURE = '/admin/sys-file/files/11111111-1111-1111-1111-111111111111.png';

describe('rich text that tries something', () => {
  for (const [html, words] of attacks)
    it(`is harmless afterwards: ${html.slice(0, 70)}`, () => {
      const clean = cleanRich(html);
      if (isRich(clean)) assert.match(clean, KEPT_MARKUP);
      else assert.doesNotMatch(clean, /<[a-z/!?]/i, 'plain text in which a browser reads no tag');
      if (words !== null) assert.equal(plainText(clean), words);
      assert.equal(cleanRich(clean), clean, 'cleaning again changes nothing');
    });

  it('stays harmless however such pieces are put together', () => {
    const pieces = [
      ...attacks.map(([html]) => html),
      '<',
      '>',
      '"',
      "'",
      '&',
      '</p>',
      '<p>',
      '<li>',
      '<!--',
      '-->',
      '字',
      '\n',
      '\0',
      '<a href="',
      '<b><i>',
      ']]>',
    ];
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string()), { maxLength: 12 }), (parts) => {
        const clean = cleanRich(parts.join(''));
        if (isRich(clean)) assert.match(clean, KEPT_MARKUP);
        else assert.doesNotMatch(clean, /<[a-z/!?]/i);
        assert.equal(cleanRich(clean), clean);
      }),
      { numRuns: 3000 },
    );
  });

  it('takes neither long nor a deep stack, however long and deep it is', () => {
    for (const piece of ['<b>', '<b>x', '<ul><li>', '<', '&lt', '<a href="', '<!--', '<iframe>', '<p>x<b id=1>', '<svg><g>', '</b>']) {
      const longest = piece.repeat(Math.floor(MOST_MARKUP / piece.length));
      const began = process.hrtime.bigint();
      const clean = cleanRich(longest);
      assert.ok(process.hrtime.bigint() - began < 5_000_000_000n, piece);
      plainText(clean);
      lineOf(longest);
      const beyond = piece.repeat(Math.ceil(1_048_576 / piece.length));
      assert.equal(cleanRich(beyond), beyond, 'what no field takes is not parsed');
      plainText(beyond);
    }
  });

  it('cannot hide behind spaces that the schema does not count', () => {
    assert.equal(cleanRich(`<p>字<script>alert(1)</script></p>${' '.repeat(MOST_MARKUP)}`), '<p>字</p>');
  });
});

describe('rich text as an editor sends it', () => {
  it('stays word for word', () => {
    const whole =
      '<h2>大标题</h2><h3>中</h3><h4>小</h4><p>一<strong>二</strong><em>三</em><u>四</u><s>五</s><br>六</p><ul><li><p>七</p></li></ul><ol><li><p>八</p></li></ol>' +
      `<blockquote><p>九</p></blockquote><p><img src="${PICTURE}" alt="十"></p>` +
      '<p><a href="https://a.example/?b=1&amp;c=2" target="_blank" rel="noopener noreferrer nofollow">链接</a></p><p></p>';
    assert.equal(cleanRich(whole), whole);
  });

  it('has the tags of other editors changed to the same', () => {
    assert.equal(cleanRich('<h1>一</h1><div>二<b>三</b><i>四</i></div>'), '<h2>一</h2><p>二<strong>三</strong><em>四</em></p>');
    assert.equal(cleanRich('<span style="color:red">红</span>'), '<p>红</p>');
    assert.equal(cleanRich('<span>a &lt; b</span>'), '<p>a &lt; b</p>');
    assert.equal(plainText(cleanRich('<table><tr><td>甲</td><td>乙</td></tr><tr><td>丙</td></tr></table>')), '甲 乙\n丙');
  });

  it('keeps pictures of our own store by their lasting address', () => {
    for (const src of [PICTURE, `${PICTURE}?t=1.2.abc`, `https://yian.example${PICTURE}?t=1`, `/api${PICTURE}`])
      assert.equal(cleanRich(`<p><img src="${src}"></p>`), `<p><img src="${PICTURE}" alt=""></p>`, src);
  });

  it('keeps links that lead to a page, a letter or a telephone', () => {
    for (const href of ['http://a.example', 'https://a.example/路?q=1#x', 'mailto:a@b.cn', 'tel:010-12345678', 'tel:+8613800000000'])
      assert.ok(cleanRich(`<a href="${href}">x</a>`).includes(`href="${href}"`), href);
  });

  it('is empty when nothing is left to be seen', () => {
    for (const html of ['<p></p>', '<p><br></p>', '<p> &nbsp; </p>', '<script>x</script>', '<img src=x>'])
      assert.equal(cleanRich(html), '', html);
  });
});

describe('plain text', () => {
  it('stays as it is, lines and signs included', () => {
    for (const text of ['', '第一行\n第二行', '血压 <90 或 >140', 'A&B', '3 < 5 且 6 > 4', '&lt;b&gt;', '<注意>', '一 <- 二'])
      assert.equal(cleanRich(text), text);
  });

  it('in which a browser would read a tag becomes HTML that says the same', () => {
    for (const text of ['若a<b且c>d', '第一行\na<b', 'x<svg onload=alert(1)']) {
      const clean = cleanRich(text);
      assert.match(clean, /^<p>/);
      assert.equal(plainText(clean), text);
    }
  });
});
