/**
 * Prints docs/manual/*.html to web/public/documents/*.pdf with Chromium: run it by hand after editing one (`node scripts/documents.ts`).
 */
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const root = join(import.meta.dirname, '..');
const from = join(root, 'docs/manual');
const to = join(root, 'web/public/documents');
mkdirSync(to, { recursive: true });
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: ['--no-sandbox'] });
try {
  const page = await browser.newPage();
  for (const name of readdirSync(from).filter((file) => file.endsWith('.html'))) {
    await page.goto(pathToFileURL(join(from, name)).href);
    const foot =
      '<div style="width:100%;font-size:8px;color:#889;text-align:center"><span class="pageNumber"></span> / <span class="totalPages"></span></div>';
    await page.pdf({
      path: join(to, name.replace('.html', '.pdf')),
      preferCSSPageSize: true,
      printBackground: true,
      tagged: true,
      outline: true,
      displayHeaderFooter: true,
      headerTemplate: '<span></span>',
      footerTemplate: foot,
    });
    console.log(name);
  }
} finally {
  await browser.close();
}
