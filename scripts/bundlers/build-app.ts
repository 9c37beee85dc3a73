import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { runStep } from '../step.ts'
import type { Bundler } from './bundlers.ts'

/** `floor` is the same app without Latchkey. */
export type AppKind = 'ours' | 'floor'

export interface BuiltApp {
  readonly folder: string
  /** Number of built scripts, loaded or not. */
  readonly files: number
}

const pages = join(import.meta.dirname, 'pages')

/**
 * Lays an app into the folder of the installed packages and builds it for production.
 * @throws with the bundler's words when it fails
 */
export async function buildApp(apps: string, bundler: Bundler, kind: AppKind): Promise<BuiltApp> {
  const folder = join(apps, `${bundler.id}-${kind}`)
  cpSync(join(pages, bundler.pages), folder, { recursive: true })
  const component = readFileSync(join(pages, kind, 'connect.js'), 'utf8')
  writeFileSync(
    join(folder, bundler.serve ? 'app/connect.js' : 'connect.js'),
    component.replace("'@latchkey/core'", `'${bundler.kitFrom ?? '@latchkey/core'}'`),
  )
  if (!bundler.serve) copyFileSync(join(pages, 'main.js'), join(folder, 'main.js'))
  const [program = '', ...args] = bundler.build
  // Each is a script for Node: without install scripts, npm leaves esbuild's program one too.
  const command = [process.execPath, join(apps, 'node_modules', program), ...args]
  const { id, env = {} } = bundler
  const { code, output } = await runStep({ name: id, command, env }, folder)
  if (code !== 0) throw new Error(`${bundler.name} does not build ${kind}:\n${output.trim()}`)
  const built = join(folder, bundler.output)
  if (!existsSync(join(built, 'index.html')) && !bundler.serve) {
    mkdirSync(built, { recursive: true })
    copyFileSync(join(folder, 'index.html'), join(built, 'index.html'))
  }
  return { folder, files: countScripts(built) }
}

/** Number of scripts in a folder and below. */
export function countScripts(folder: string): number {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names.filter((name) => /\.m?js$/.test(name)).length
}
