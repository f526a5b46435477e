/** Types of project.mjs, for programs in TypeScript. */
export function commonProject(files: string, transformer: string): Record<string, unknown>;
export function testProject(files: string, extension?: string, transformer?: string): Record<string, unknown>;
