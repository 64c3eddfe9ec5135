/**
 * The field type of rich text. What it may have is in rich-text.rules.ts; the server cleans every such field before anything else sees it.
 */
import { z } from 'zod';
import { MOST_MARKUP, plainText } from './rich-text.rules.ts';

/** The fields that are rich text: the server looks here for what it has to clean. */
export const richTexts = z.registry<{ html: true }>();

/** As the OpenAPI document says it. */
const HTML = { contentMediaType: 'text/html' };

const words = (max: number) =>
  z
    .string()
    .trim()
    .max(MOST_MARKUP, { error: '内容过长，请删减文字或格式' })
    .refine((value) => plainText(value).length <= max, { error: `长度不能超过${max}个字符` })
    .meta(HTML);

/** HTML or plain text of at most `max` characters, not counting the markup; may be empty. */
export const richText = (max: number) => words(max).register(richTexts, { html: true });

/** As `richText`, at least one character or picture; `message` is said when there is none. */
export const requiredRichText = (max: number, message: string) =>
  z
    .string({ error: message })
    .refine((value) => plainText(value).trim() !== '', { error: message })
    .pipe(words(max))
    .meta(HTML)
    .register(richTexts, { html: true });
