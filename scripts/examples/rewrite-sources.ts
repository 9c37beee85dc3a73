import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { migrateFolder } from '@latchkey/codemod'

/** Puts the sources of another example in place of those in `folder`, rewritten by the codemod. */
export async function rewriteSources(root: string, from: string, folder: string): Promise<void> {
  const sources = join(folder, 'src')
  rmSync(sources, { recursive: true })
  cpSync(join(root, 'examples', from, 'src'), sources, { recursive: true })
  const { notes } = await migrateFolder({ folder })
  for (const { path, line, text } of notes) {
    console.log(`     left by the codemod: ${path}:${line}  ${text}`)
  }
}
