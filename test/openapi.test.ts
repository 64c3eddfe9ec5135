import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { Validator } from '@seriousme/openapi-schema-validator';
import { openApi } from '#server/http/openapi.ts';

type Json = Record<string, any>;
const document = openApi() as Json;
const text = JSON.stringify(document);
const operations = Object.entries(document.paths as Json).flatMap(([path, methods]) =>
  Object.entries(methods as Json).map(([method, operation]) => ({ name: `${method} ${path}`, path, operation: operation as Json })),
);

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(JSON.parse(text));
    assert.ok(valid, JSON.stringify(errors ?? []).slice(0, 2000));
  });

  it('has no reference that leads nowhere', () => {
    const references = new Set([...text.matchAll(/"\$ref":"([^"]*)"/g)].map((match) => match[1] as string));
    assert.ok(references.size > 5);
    for (const reference of references) {
      const found = reference
        .replace(/^#\//, '')
        .split('/')
        .reduce<any>((part, name) => part?.[name], document);
      assert.ok(reference.startsWith('#/components/') && found, reference);
    }
    assert.doesNotMatch(text, /"\$defs"/);
  });

  it('says which media types each upload takes, and asks for what is beside the file in the query', () => {
    const uploads = operations.filter(({ operation }) => operation.requestBody?.content['multipart/form-data']);
    assert.ok(uploads.length >= 6, String(uploads.length));
    for (const { name, operation } of uploads) {
      assert.match(
        operation.requestBody.content['multipart/form-data'].encoding.file.contentType,
        /^[a-z]+\/[a-z0-9.+-]+(, [a-z]+\/[a-z0-9.+-]+)*$/,
        name,
      );
    }
    const people = uploads.find(({ path }) => path === '/members/oldman/import');
    assert.deepEqual(
      people?.operation.parameters.map((one: Json) => [one.name, one.in]),
      [
        ['mode', 'query'],
        ['again', 'query'],
      ],
    );
  });

  it('names every parameter of a path, each once', () => {
    for (const { name, path, operation } of operations) {
      const inPath = ((operation.parameters ?? []) as Json[]).filter((one) => one.in === 'path').map((one) => one.name);
      assert.deepEqual(
        inPath,
        [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]),
        name,
      );
    }
  });
});
