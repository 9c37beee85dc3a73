import { describe, expect, test } from 'vitest'
import { adapter } from '../../test/fake-parts.ts'
import { createKit } from '../create-kit.ts'
import type { Kit } from './kit.ts'
import { type Note, note, watchNotes } from './note.ts'

const bare = (): Kit => createKit({ adapters: [adapter('alpha')], storage: null })
const said: Note = { type: 'disconnect-failed', error: { code: 'disconnect-failed' } }

describe('note', () => {
  test('default', () => {
    const [kit, other] = [bare(), bare()]
    const heard: Note[] = []
    note(kit, said)
    const stop = watchNotes(kit, (one) => heard.push(one))
    note(kit, said)
    note(other, said)
    stop()
    note(kit, said)
    expect(heard).toEqual([said])
  })

  test('behavior: a listener that throws breaks neither what is noted nor the others', () => {
    const kit = bare()
    const heard: Note[] = []
    watchNotes(kit, () => {
      throw new Error('mine')
    })
    watchNotes(kit, (one) => heard.push(one))
    expect(() => note(kit, said)).not.toThrow()
    expect(heard).toEqual([said])
  })
})
