import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { type InputOptions, type Plugin, rolldown } from 'rolldown'
import { type Chunks, cutChunks, type ImportGraph, moduleName } from './cut-chunks.ts'
import { inlineCss, isSheet } from './inline-css.ts'

/** Placeholder id of a published file while another one is built; no path looks like it. */
const chunkMark = 'latchkey-chunk:'
/**
 * Prefix of a style sheet in another file: sheets have only a default export, which `export *`
 * leaves out.
 */
const sheetMark = '\0sheet:'
const mainMark = '\0chunk'

interface Module {
  readonly imports: readonly string[]
  readonly exports: readonly string[]
}

/**
 * Builds the JavaScript of a package into its `dist`: a file in `chunks` for each line of its
 * table, other modules one by one. Names stay as in the source, so that a dynamic import finds them
 * in any file.
 * @throws when two modules of one file export the same name
 */
export async function buildChunks(
  folder: string,
  entries: readonly string[],
  chunks: Chunks,
  tsconfig: string,
): Promise<void> {
  const source = join(folder, 'src')
  const dist = join(folder, 'dist')
  const isOwn = (id: string): boolean => id.startsWith(source)
  const inputs = entries.map((entry) => join(folder, entry))
  const barrels = new Set(inputs.filter((path) => path.endsWith('/index.ts')))
  const options: InputOptions = {
    cwd: folder,
    tsconfig,
    platform: 'neutral',
    external: (id) => !/^[./\0]/.test(id),
    resolve: { conditionNames: ['import', 'default'] },
    // As the manifests declare.
    treeshake: { moduleSideEffects: false },
    transform: { target: 'es2023' },
    logLevel: 'warn',
  }
  const modules = new Map<string, Module>()
  const note: Plugin = {
    name: 'latchkey-note-modules',
    buildEnd() {
      for (const id of [...this.getModuleIds()].filter(isOwn)) {
        const { importedIds = [], exports = [] } = this.getModuleInfo(id) ?? {}
        modules.set(id, { imports: importedIds.filter(isOwn), exports })
      }
    },
  }
  const whole = await rolldown({ ...options, input: inputs, plugins: [inlineCss(), note] })
  await whole.generate({ format: 'esm' })
  await whole.close()

  const graph: ImportGraph = new Map([...modules].map(([path, { imports }]) => [path, imports]))
  const cut = cutChunks(chunks, graph, source, barrels)
  const pathOf = (chunk: string): string => join(dist, 'chunks', `${chunk}.mjs`)
  const sheetName = (path: string): string => moduleName(source, path).replace(/\W+/g, '_')

  /**
   * Excludes modules of other files.
   * @param own - the file being built; `null`: modules outside every file of the table
   */
  const leaveOthers = (own: string | null): Plugin => ({
    name: 'latchkey-leave-others',
    async resolveId(specifier, importer) {
      if (specifier.startsWith(mainMark)) return specifier
      const resolved = isSheet(specifier)
        ? { id: specifier }
        : await this.resolve(specifier, importer, { skipSelf: true })
      if (!resolved || !isOwn(resolved.id)) return resolved
      const chunk = cut.get(resolved.id) ?? null
      if (chunk === own) return resolved
      if (chunk === null)
        return { id: `${chunkMark}../${moduleName(source, resolved.id)}`, external: true }
      if (isSheet(resolved.id)) return `${sheetMark}${resolved.id}`
      return { id: `${chunkMark}${chunk}`, external: true }
    },
    load(id) {
      if (id === mainMark) return mainOf(own ?? '')
      if (!id.startsWith(sheetMark)) return null
      const path = id.slice(sheetMark.length)
      return `export { ${sheetName(path)} as default } from '${chunkMark}${cut.get(path)}'`
    },
  })
  const exportsOf = (path: string): readonly string[] => modules.get(path)?.exports ?? []
  const mainOf = (chunk: string): string => {
    const paths = [...cut].flatMap(([path, name]) => (name === chunk ? [path] : []))
    // An index only re-exports its folder's names, so it is no second definition.
    const names = paths
      .filter((path) => !path.endsWith('/index.ts'))
      .flatMap((path) => (isSheet(path) ? [sheetName(path)] : exportsOf(path)))
    const twice = names.filter((name, at) => names.indexOf(name) !== at)
    if (twice.length > 0)
      throw new Error(`${folder}: "${chunk}" exports twice: ${twice.join(', ')}`)
    return paths
      .map(
        (path) =>
          `export ${isSheet(path) ? `{ default as ${sheetName(path)} }` : '*'} from '${path}'`,
      )
      .join('\n')
  }
  const write = (path: string, code: string): void => {
    mkdirSync(dirname(path), { recursive: true })
    const placed = code.replace(
      new RegExp(`(["'])${chunkMark}([^"']+)\\1`, 'g'),
      (_, __, chunk: string) => {
        const to = relative(dirname(path), pathOf(chunk)).replaceAll('\\', '/')
        return JSON.stringify(to.startsWith('.') ? to : `./${to}`)
      },
    )
    writeFileSync(path, placed)
  }

  for (const chunk of new Set(cut.values())) {
    const built = await rolldown({
      ...options,
      input: mainMark,
      plugins: [leaveOthers(chunk), inlineCss()],
    })
    const { output } = await built.generate({ format: 'esm', codeSplitting: false })
    await built.close()
    write(pathOf(chunk), output[0].code)
  }
  const apart = inputs.filter((path) => !cut.has(path))
  const late = [...modules.keys()].filter((path) => !cut.has(path) && !isSheet(path))
  const rest = await rolldown({
    ...options,
    input: [...new Set([...apart, ...late])],
    plugins: [leaveOthers(null), inlineCss()],
  })
  const { output } = await rest.generate({
    format: 'esm',
    preserveModules: true,
    preserveModulesRoot: source,
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name].mjs',
  })
  await rest.close()
  for (const one of output) {
    if (one.type === 'chunk') write(join(dist, one.fileName), one.code)
  }
  for (const path of inputs.filter((input) => cut.has(input))) {
    const names = modules.get(path)?.exports ?? []
    const code = `export { ${names.join(', ')} } from '${chunkMark}${cut.get(path)}'\n`
    write(join(dist, `${moduleName(source, path)}.mjs`), code)
  }
}
