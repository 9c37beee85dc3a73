import type { ReactNode } from 'react'
import { words } from '../words.ts'
import type { Exported } from './read-exported.ts'
import { Secret } from './Secret.tsx'

/** Shows the seed words and private keys, each hidden until the visitor asks for it. */
export function Keys({ exported }: { readonly exported: Exported }): ReactNode {
  return (
    <>
      <Secret
        name={words.export.words}
        text={exported.words}
        isWords
        note={words.export.wordsText}
      />
      {exported.keys.map(([family, text]) => (
        <Secret key={family} name={words.export.keys[family]} text={text} />
      ))}
    </>
  )
}
