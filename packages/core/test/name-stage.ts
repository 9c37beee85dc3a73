import { hasCode } from '@latchkey/protocol'
import { connect } from '../src/connect/connect.ts'
import type { Features } from '../src/contract/features.ts'
import { createKit } from '../src/create-kit.ts'
import { type Note, watchNotes } from '../src/machine/note.ts'
import { adapter, session, storage, wallet } from './fake-parts.ts'
import { nameGateway } from './name-gateway.ts'

/** The code that a promise rejects with, or `done`. */
export const codeOf = (run: Promise<unknown>): Promise<unknown> =>
  run.then(
    () => 'done',
    (error) => (hasCode(error) ? error.code : error),
  )

/** A kit on chain `eip155:2` with a fake wallet that signs. */
export async function nameStage(
  sign: NonNullable<Features['signMessage']> = async () => ({ signature: '0xsigned' }),
  urls = ['https://g.example'],
) {
  const gateway = nameGateway(['eip155:1', 'eip155:2'])
  const asked: string[] = []
  const one = wallet('w', ['eip155'], {
    features: {
      signMessage: (wanted) => {
        asked.push(`${wanted.message}`)
        return sign(wanted)
      },
    },
  })
  one.answer = async () => ({ sessions: [session('eip155', ['a1', 'a2'], '2')] })
  const kit = createKit({
    adapters: [adapter('eip155', [one])],
    storage: storage(),
    gateway: { url: urls, project: 'p' },
  })
  kit.subscribe(() => {})
  await connect(kit, { connector: 'w' })
  const notes: Note[] = []
  watchNotes(kit, (said) => notes.push(said))
  return { kit, gateway, asked, notes, wallet: one }
}
/** The sent POST requests. */
export const posts = ({ gateway }: Pick<Awaited<ReturnType<typeof nameStage>>, 'gateway'>) =>
  gateway.asked.filter(({ method }) => method === 'POST')
