import { existsSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { Project } from 'ts-morph'
import { migrateProject } from './migrate-project.ts'
import type { MigrationReport } from './report.ts'

export declare namespace migrateFolder {
  interface Options {
    /**
     * Folder of the app. All sources in it are read, except those in `node_modules` and build
     * folders.
     */
    readonly folder: string
    /** Whether to only report what would change, without writing files. Default false. */
    readonly isDryRun?: boolean
  }
}

/**
 * Rewrites the sources of an app that uses RainbowKit or ConnectKit with wagmi 2, in place.
 * @returns what was changed, and what a person must still do; nothing is changed when no
 * configuration of wagmi is found
 * @throws `RangeError` when the folder contains no TypeScript or JavaScript files
 *
 * @example
 * const { changed, notes } = await migrateFolder({ folder: 'app', isDryRun: true })
 */
export async function migrateFolder(options: migrateFolder.Options): Promise<MigrationReport> {
  const folder = resolve(options.folder)
  const tsconfig = join(folder, 'tsconfig.json')
  const project = new Project({
    ...(existsSync(tsconfig) && { tsConfigFilePath: tsconfig }),
    compilerOptions: { allowJs: true },
    skipAddingFilesFromTsConfig: true,
    skipFileDependencyResolution: true,
  })
  project.addSourceFilesAtPaths([
    `${folder}/**/*.{ts,tsx,js,jsx,mjs}`,
    ...['node_modules', 'dist', 'build', '.next', '.cache'].map(
      (name) => `!${folder}/**/${name}/**`,
    ),
  ])
  if (project.getSourceFiles().length === 0)
    throw new RangeError(`There is no TypeScript or JavaScript in ${folder}.`)
  const relate = (path: string): string => relative(folder, path).replaceAll('\\', '/')
  const notes = migrateProject(project, relate)
  const changed = project
    .getSourceFiles()
    .filter((file) => !file.isSaved())
    .map((file) => relate(file.getFilePath()))
    .sort()
  if (!options.isDryRun) await project.save()
  return { changed, notes }
}
