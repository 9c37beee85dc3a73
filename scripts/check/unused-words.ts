import { isTestPath, type SourceFile } from './source-file.ts'

const folder = 'packages/protocol/src/'
/**
 * Folders with shared constants and entities. The shapes of calls are exempt: another server or
 * client may use them.
 */
const vocabulary =
  /^\.\/(constants\/[\w-]+|entities\/(entity|swap-lists|relative-time-steps)|caip\/known-namespace|errors\/rpc-retried)\.ts$/

/** Finds constants and entities of the protocol that no published code uses. */
export function unusedWords(files: readonly SourceFile[]): string[] {
  const index = files.find(({ path }) => path === `${folder}index.ts`)
  const shipped = files.filter((file) => file !== index && !isTestPath(file.path))
  const used = new Set(
    shipped.flatMap(({ path, names }) => {
      const isOwn = path.startsWith(folder)
      return names
        .filter(([, from]) => (isOwn ? from.startsWith('.') : from === '@latchkey/protocol'))
        .map(([name]) => name)
    }),
  )
  return (index?.names ?? [])
    .filter(([name, from]) => vocabulary.test(from) && !used.has(name))
    .map(([name, from]) => `${name} of ${folder}${from.slice(2)}: nothing in the product uses it`)
}
