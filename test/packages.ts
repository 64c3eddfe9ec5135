/** Packages that tests start from. */
import { personPackages } from '#contract/elderly/person-packages.ts';
import { servicePackages } from '#contract/services/service-packages.ts';
import type { Harness, TestUser } from './harness.ts';

/** A package of the catalogue with these projects and counts; its id. */
export async function offer(
  t: Harness,
  as: TestUser,
  projects: readonly { projectId: number; count: number }[],
  given: Record<string, unknown> = {},
) {
  const name = `套餐${Math.floor(Math.random() * 1e9).toString(36)}`;
  return (await t.route(servicePackages.create, as, { name, price: 300, validDays: 30, projects, ...given })).data as number;
}

/** A person's package of one project; ids of the package and of its project, and how it stands. */
export async function held(
  t: Harness,
  as: TestUser,
  oldmanId: number,
  projectId: number,
  count: number,
  given: Record<string, unknown> = {},
) {
  const packageId = await offer(t, as, [{ projectId, count }]);
  const { data: id } = await t.route(personPackages.add, as, { oldmanId, packageId, ...given });
  const read = async () => {
    const { data } = await t.route(personPackages.ofPerson, as, { id: oldmanId });
    return data.find((one: { id: number }) => one.id === id);
  };
  const lineId = (await read()).projects[0].id as number;
  return { id: id as number, offerId: packageId, lineId, read };
}
