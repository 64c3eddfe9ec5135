import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { asRich, escapedText, hasTag, isRich, lineOf, plainText, richLink, richPicture, stripHtml, wordsOf } from './rich-text.rules.ts';

describe('rich and plain', () => {
  it('are told apart by tags, not by signs', () => {
    for (const rich of ['<p>a</p>', 'a<br>b', '<B>a', 'x</div>', '<img src=x>', 'a<br/>b', '<h2 class="x">a</h2>'])
      assert.ok(isRich(rich), rich);
    for (const plain of ['', 'a', 'a<b', 'a<b 且 c>d', '<注意>', '1<2>0', 'p>a', '<bogus>', 'a < p >', '<-', 'if a<i and i>b'])
      assert.ok(!isRich(plain), plain);
  });

  it('have words: a line for each block, marks for items, a word for a picture', () => {
    const html =
      '<h2>安排</h2><p>早上<strong>八</strong>点<br>集合</p><ol><li><p>测血压</p></li><li><p>散步</p><ul><li><p>慢走</p></li></ul></li><li>午休</li></ol>\n<ul><li>自带水杯</li></ul>' +
      '<blockquote><p>注意安全</p></blockquote><p><img src="x"></p><p></p>';
    assert.equal(plainText(html), '安排\n早上八点\n集合\n1. 测血压\n2. 散步\n· 慢走\n3. 午休\n· 自带水杯\n注意安全\n[图片]');
    assert.equal(lineOf('<p>一</p><p>二&nbsp;&amp;&lt;三&#x4e2d;</p>'), '一 二 &<三中');
    assert.equal(plainText('第一行\n 第二行 &lt;'), '第一行\n 第二行 &lt;');
    assert.equal(wordsOf('<style>p{}</style><script>alert("</p>")</script><!-- x -->文<!-- 没有结尾'), '文');
    assert.equal(wordsOf('<td>甲</td><td>乙</td>'), '甲 乙');
  });

  it('can be read in one line', () => {
    for (const [html, words] of [
      ['<p>您好，<b>张三</b></p>', '您好，张三'],
      ['a<br/>b', 'a b'],
      ['<style>p{}</style><script>alert(1)</script>文', '文'],
      ['1 &lt; 2 &amp;&amp; 3 &gt; 2', '1 < 2 && 3 > 2'],
      ['&amp;lt;b&amp;gt;', '&lt;b&gt;'],
      ['&#20013;&#x6587;&nbsp;', '中文'],
      ['3 < 5 且 6 > 4', '3 < 5 且 6 > 4'],
      ['体温 <38 或 >40', '体温 <38 或 >40'],
      ['', ''],
    ])
      assert.equal(stripHtml(html as string), words);
  });

  it('have a tag where a browser would read one', () => {
    for (const tag of ['<b>', 'a<b', '<P class=x', '</p', '<!-- x', '<?xml', '<bogus/>']) assert.equal(hasTag(tag), true, tag);
    for (const none of ['', 'a', '1 < 2', '<3', '<-', '< p>', '<中>', '&lt;b&gt;', 'b>']) assert.equal(hasTag(none), false, none);
  });

  it('stand between tags and in attributes with their signs escaped, once', () => {
    for (const [text, escaped] of [
      ['', ''],
      ["它's 好", "它's 好"],
      ['<a href="x">&</a>', '&lt;a href=&quot;x&quot;&gt;&amp;&lt;/a&gt;'],
      ['&amp;', '&amp;amp;'],
    ] as const)
      assert.equal(escapedText(text), escaped);
    for (const text of ['"><img src=x>', '<!--', '</p>&lt;']) {
      assert.equal(hasTag(escapedText(text)), false, text);
      assert.equal(wordsOf(escapedText(text)), text);
    }
  });

  it('become each other without loss', () => {
    for (const text of ['a<b>c', '第一行\n第二行', '"引号" & <b>', '']) assert.equal(plainText(asRich(text)), text);
  });
});

describe('addresses', () => {
  it('of links lead to pages, letters and telephones', () => {
    for (const good of ['https://a.cn', ' http://a.cn/b?c#d ', 'MAILTO:a@b.cn', 'tel:400-800-1234'])
      assert.equal(richLink(good), good.trim());
    for (const bad of [
      '',
      null,
      undefined,
      'a.cn',
      '/admin',
      '//a.cn',
      'javascript:alert(1)',
      'java\tscript:x',
      'ftp://a.cn',
      'https://a"b',
      'tel:abc',
      'mailto:x',
    ])
      assert.equal(richLink(bad), null, String(bad));
    assert.equal(richLink(`https://a.cn/${'x'.repeat(2000)}`), null);
  });

  it('of pictures are those of our store', () => {
    const url = '/admin/sys-file/files/0123abcd-0123-0123-0123-0123456789ab.png';
    for (const good of [url, `${url}?t=1.2.x`, `http://127.0.0.1:8080${url}`, `/api${url}`]) assert.equal(richPicture(good), url);
    for (const bad of [
      '',
      null,
      'https://a.cn/x.png',
      'data:image/png;base64,AA==',
      'blob:http://a/1',
      '/admin/sys-file/files/x.png',
      url.replace('png', 'svg'),
      `//a.cn${url}`,
    ])
      assert.equal(richPicture(bad), null, String(bad));
  });
});
