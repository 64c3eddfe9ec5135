import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const files = globSync('{contract,server,web,scripts,bench,test}/**/*.{ts,tsx}', { cwd: ROOT }).filter((file) => file !== 'server/db/tables.ts');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** Project files that a file imports, as paths from the root. */
function imports(file: string): string[] {
  return [...read(file).matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g)].flatMap(([, name]) => {
    if (name && /^#(contract|server|web|test)\//.test(name)) return [name.slice(1)];
    if (name?.startsWith('.')) return [relative(ROOT, join(ROOT, dirname(file), name))];
    return [];
  });
}
const packages = (file: string) => [...read(file).matchAll(/\b(?:from|import)\s*\(?\s*'([^'#.][^']*)'/g)].map(([, name]) => name as string);
const isTest = (file: string) => /\.test\.tsx?$/.test(file) || file.startsWith('test/');

describe('directions', () => {
  it('the contract knows nothing of server and web, and imports zod only', () => {
    for (const file of files.filter((file) => file.startsWith('contract/') && !isTest(file))) {
      for (const target of imports(file)) assert.match(target, /^contract\//, `${file} imports ${target}`);
      for (const name of packages(file)) assert.equal(name, 'zod', `${file} imports ${name}`);
    }
  });

  it('rules are pure: no clock, no input or output', () => {
    for (const file of files.filter((file) => file.endsWith('.rules.ts'))) {
      assert.doesNotMatch(read(file), /Date\.now|new Date\(\)|Math\.random|fetch\(|node:/, file);
    }
  });

  it('server and web do not know each other', () => {
    for (const file of files.filter((file) => !isTest(file))) {
      for (const target of imports(file)) {
        if (file.startsWith('server/')) assert.doesNotMatch(target, /^web\//, `${file} imports ${target}`);
        if (file.startsWith('web/')) assert.doesNotMatch(target, /^(server|scripts|test|bench)\//, `${file} imports ${target}`);
      }
    }
  });

  it('the core of the server does not import areas; only services.ts, app.ts and entries see them all', () => {
    const gathers = new Set([
      'server/registry.ts',
      'server/app.ts',
      'server/main.ts',
      'server/seed.ts',
      'server/cleanup.ts',
      'server/http/openapi.ts',
      'server/ingest/main.ts',
    ]);
    const area = /^server\/(?!db\/|system\/)([a-z-]+)\//;
    for (const file of files.filter((file) => /^server\/[^/]+\.ts$/.test(file) && !isTest(file) && !gathers.has(file))) {
      for (const target of imports(file)) assert.doesNotMatch(target, area, `${file} imports ${target}`);
    }
  });

  it('an area writes only its own tables', () => {
    const owners: Record<string, string> = {
      staff_skills: 'work-orders',
      people: 'elderly',
      person_packages: 'elderly',
      person_package_projects: 'elderly',
      person_package_uses: 'elderly',
      person_package_changes: 'elderly',
      beds: 'elderly|rooms',
      rooms: 'rooms',
      devices: 'devices',
      device_types: 'devices',
      device_credentials: 'devices',
      device_connection_notes: 'devices',
      device_registrations: 'devices|ingest',
      device_message_parts: 'ingest',
      device_reports: 'ingest',
      device_media: 'devices|ingest',
      device_batches: 'devices',
      device_batch_requests: 'devices',
      device_strangers: 'devices',
      device_integrations: 'devices',
      device_integration_secrets: 'devices',
      device_integration_states: 'ingest',
      device_integration_deliveries: 'ingest',
      device_integration_nonces: 'ingest',
      device_contacts: 'devices',
      cameras: 'devices',
      camera_consents: 'devices',
      camera_looks: 'devices',
      locks: 'devices',
      lock_members: 'devices',
      lock_passcodes: 'devices',
      lock_records: 'devices',
      device_commands: 'devices|ingest',
      device_states: 'ingest',
      device_surroundings: 'ingest',
      device_stays: 'devices',
      network_places: 'devices',
      indoor_places: 'devices',
      indoor_points: 'devices',
      indoor_teachings: 'devices|ingest',
      sleep_reports: 'ingest',
      readings: 'ingest',
      latest_readings: 'ingest',
      hourly_readings: 'ingest',
      daily_readings: 'ingest',
      thresholds: 'health',
      measurements: 'health',
      reading_corrections: 'health',
      reading_expectations: 'health',
      oxygen_targets: 'health',
      observation_series: 'health',
      observation_tasks: 'health',
      positions: 'ingest',
      device_events: 'ingest|warnings',
      warnings: 'warnings',
      warning_events: 'warnings',
      warning_clips: 'warnings',
      warning_records: 'warnings',
      threshold_states: 'warnings',
      fences: 'warnings',
      fence_subjects: 'warnings',
      fence_states: 'warnings',
      life_windows: 'warnings',
      life_states: 'warnings',
      device_silences: 'warnings',
      warning_policies: 'warnings',
      duties: 'warnings',
      warning_values: 'warnings',
      condition_rules: 'warnings',
      condition_states: 'warnings',
      delivery_preferences: 'warnings',
      reading_dues: 'warnings|health',
      warning_dues: 'warnings',
      warning_deliveries: 'warnings',
      warning_groups: 'warnings',
      work_orders: 'work-orders',
      work_order_jobs: 'work-orders',
      work_order_logs: 'work-orders',
      work_order_scores: 'work-orders',
      work_order_marks: 'work-orders',
      work_order_sums: 'work-orders',
      work_order_sum_days: 'work-orders',
      work_order_numbers: 'work-orders',
      work_order_settings: 'work-orders',
      work_order_alerts: 'work-orders',
      work_order_plans: 'work-orders',
      work_order_plan_days: 'work-orders',
      holidays: 'work-orders',
      work_order_rating_links: 'work-orders',
      work_order_followups: 'work-orders',
      work_order_job_files: 'work-orders',
      work_order_job_materials: 'work-orders',
      work_order_job_questionnaires: 'work-orders',
      materials: 'stock',
      material_movements: 'stock',
      service_project_materials: 'stock',
      product_categories: 'orders',
      products: 'orders',
      product_movements: 'orders',
      goods_orders: 'orders',
      goods_order_lines: 'orders',
      goods_order_payments: 'orders',
      goods_order_logs: 'orders',
      goods_order_numbers: 'orders',
      service_types: 'services',
      service_projects: 'services',
      service_packages: 'services',
      service_package_projects: 'services',
      users: 'users',
      roles: 'users|tenants',
      role_departments: 'users',
      user_roles: 'users|tenants',
      posts: 'users',
      user_posts: 'users',
      sessions: 'users',
      second_factors: 'users',
      recovery_codes: 'users',
      social_accounts: 'users',
      departments: 'users|tenants',
      menus: 'system|tenants',
      tenants: 'tenants',
      dictionaries: 'system|tenants',
      dictionary_items: 'system|tenants',
      parameters: 'system|tenants',
      operation_logs: 'system|users',
      error_logs: 'system',
      row_changes: 'system',
      audit_seals: 'system',
      files: 'system',
      packages: 'subscriptions',
      package_versions: 'subscriptions',
      package_orders: 'subscriptions',
      package_order_numbers: 'subscriptions',
      package_order_logs: 'subscriptions',
      package_bills: 'subscriptions',
      package_claims: 'subscriptions',
      package_payments: 'subscriptions',
      package_terms: 'subscriptions',
      package_invoices: 'subscriptions',
      subscription_notices: 'subscriptions',
      registrations: 'external',
      external_tokens: 'external',
      user_invitations: 'external',
      messages: 'messages',
      transfers: 'transfers',
      questionnaires: 'questionnaires',
      questionnaire_items: 'questionnaires',
      questionnaire_forms: 'questionnaires',
      questionnaire_results: 'questionnaires',
      service_project_questionnaires: 'questionnaires',
    };
    for (const file of files.filter((file) => /^server\/[a-z-]+\//.test(file) && !isTest(file))) {
      const own = file.split('/')[1] as string;
      const writes = [...read(file).matchAll(/(?:insertInto|updateTable|deleteFrom)\('(\w+)'|(?:insert into|update|delete from)\s+([a-z_]+)\b/g)].map(
        (match) => match[1] ?? (match[2] as string),
      );
      for (const table of writes) {
        const owner = owners[table];
        if (owner) assert.ok(owner.split('|').includes(own), `${file} writes ${table}, which belongs to ${owner}`);
      }
    }
  });
});

describe('shape', () => {
  it('no file is above 300 lines, and 95 of 100 are below 200', () => {
    const lengths = files.map((file) => ({ file, lines: read(file).split('\n').length })).sort((a, b) => a.lines - b.lines);
    const long = lengths.filter(({ file, lines }) => lines > (isTest(file) ? 450 : 301));
    assert.deepEqual(long, []);
    assert.ok((lengths[Math.floor(lengths.length * 0.95)]?.lines ?? 0) <= 240, 'the 95th percentile');
  });

  it('every import names a file that is there', () => {
    for (const file of files)
      for (const target of imports(file)) {
        if (/\$\{|\?/.test(target)) continue;
        assert.ok(existsSync(join(ROOT, target)), `${file} imports ${target}`);
      }
  });

  it('names are kebab-case and carry no empty affix', () => {
    for (const file of files) {
      assert.match(file.split('/').at(-1) as string, /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)*\.tsx?$/, file);
      assert.doesNotMatch(file, /(Dto|-dto|-manager|-helper|-util|-utils|-base|-service)\.tsx?$/, file);
    }
  });

  it('no barrels', () => {
    for (const file of files) {
      const lines = read(file)
        .split('\n')
        .filter((line) => line.trim() && !/^\s*(\/\/|\*|\/\*)/.test(line));
      assert.ok(!lines.length || !lines.every((line) => /^export .* from /.test(line)), `${file} only re-exports`);
    }
  });
});
