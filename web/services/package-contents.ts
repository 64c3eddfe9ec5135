/** 助浴×4、助洁×2: what a package contains. */
export const contentsText = (projects: readonly { projectName: string; count: number }[]) =>
  projects.map(({ projectName, count }) => `${projectName}×${count}`).join('、');
