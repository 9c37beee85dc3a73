import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'
import { inlineCss } from './inline-css.ts'
import { integrityOf, pinParts, scriptName } from './pin-parts.ts'

/** Where the bundler keeps its helpers. */
const runtimeName = 'rolldown-runtime.js'
/** Placeholder for the folder of the other files; no code contains it. */
const partMark = 'latchkey-part:'

/**
 * Builds the one script of `@latchkey/elements` with everything in it: `latchkey.js`, the parts
 * that it loads later beside it, and `sri.json` with the hash that a page pins it by.
 * @param packages - folder of published packages to build from; default their sources
 */
export async function buildScript(root: string, outDir: string, packages?: string): Promise<void> {
  const source = join(root, 'packages/elements/src/script/latchkey.ts')
  const built = await rolldown({
    input: { latchkey: source },
    cwd: root,
    platform: 'browser',
    tsconfig: join(root, 'tsconfig.json'),
    resolve: {
      conditionNames: [...(packages ? [] : ['latchkey-source']), 'browser', 'import', 'default'],
    },
    // As the manifests declare; React's modules define things and do nothing else.
    treeshake: { moduleSideEffects: (id) => id === source },
    transform: { target: 'es2023', define: { 'process.env.NODE_ENV': '"production"' } },
    plugins: [inlineCss(), ...(packages ? [resolvePublished(packages)] : [])],
    logLevel: 'warn',
  })
  const { output } = await built.generate({
    format: 'esm',
    minify: true,
    minifyInternalExports: false,
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    codeSplitting: {
      groups: [
        { name: 'first', tags: ['$initial'] },
        { name: 'first', test: /rolldown.runtime/ },
      ],
    },
  })
  await built.close()
  const chunks = output.filter((one) => one.type === 'chunk')
  const facade = chunks.find(({ isEntry }) => isEntry)
  const [first, ...others] = facade?.imports ?? []
  if (!facade || !first || others.length > 0)
    throw new Error(`the script starts with more than one file: ${facade?.imports}`)
  // The bundler puts what is needed at once into one file, and an entry that only re-exports beside
  // it. The page loads the former by itself, so that nothing comes without having been checked.
  const parts = chunks.filter((one) => one !== facade)
  const exported = chunks.find(({ fileName }) => fileName === first)?.exports ?? []
  const missing = facade.exports.filter((name) => !exported.includes(name))
  if (missing.length > 0) throw new Error(`the script does not export ${missing}`)
  const codes = new Map(parts.map(({ fileName, code }) => [fileName, code]))
  const files = pinParts(codes.set(first, await joinRuntime(codes, first)), first)
  rmSync(outDir, { recursive: true, force: true })
  mkdirSync(outDir, { recursive: true })
  for (const [name, code] of files) {
    writeFileSync(join(outDir, name), code)
  }
  const integrity = integrityOf(files.get(scriptName) ?? '')
  const { version } = JSON.parse(
    readFileSync(join(root, 'packages/elements/package.json'), 'utf8'),
  ) as { readonly version: string }
  const sri = { version, file: `script/${scriptName}`, integrity }
  writeFileSync(join(outDir, 'sri.json'), `${JSON.stringify(sri, null, 2)}\n`)
  writeFileSync(join(outDir, 'README.md'), describeTag(version, integrity))
}

/** The bundler keeps its helpers in a file apart: the first file gets a copy of them. */
async function joinRuntime(codes: ReadonlyMap<string, string>, first: string): Promise<string> {
  const built = await rolldown({
    input: first,
    platform: 'browser',
    plugins: [
      {
        name: 'latchkey-join-runtime',
        resolveId(specifier) {
          const name = specifier.replace(/^\.\//, '')
          if (name === first || name === runtimeName) return name
          return { id: `${partMark}${name}`, external: true }
        },
        load: (id) => codes.get(id) ?? null,
      },
    ],
  })
  const { output } = await built.generate({ format: 'esm', minify: true })
  await built.close()
  return output[0].code.replaceAll(partMark, './')
}

/** The tag of this very build, for a page to copy. */
function describeTag(version: string, integrity: string): string {
  return `# The script of @latchkey/elements ${version}

Copy this folder to your own site, or name one that serves npm packages, and pin the script:

\`\`\`html
<script
  type="module"
  src="https://cdn.example/@latchkey/elements@${version}/script/${scriptName}"
  integrity="${integrity}"
  crossorigin
></script>
\`\`\`

The script checks every other file here against the hash it was published with before it runs.
`
}

/** Resolves Latchkey's packages from a folder of published ones. */
function resolvePublished(packages: string): Plugin {
  return {
    name: 'latchkey-published',
    async resolveId(specifier) {
      if (!specifier.startsWith('@latchkey/')) return null
      return this.resolve(specifier, join(packages, '../entry.js'), { skipSelf: true })
    },
  }
}
