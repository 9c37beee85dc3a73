import type { Recipe } from '../recipe.ts'

const action = `import type { AccountId } from '@latchkey/protocol'
import type { Kit } from '../machine/kit.ts'
import { signMessage } from './sign-message.ts'

/**
 * Asks the connected wallet to sign that its owner is here.
 * @throws what \`signMessage\` throws
 */
export async function signPresence(
  kit: Kit,
  parameters: signPresence.Parameters,
): Promise<signPresence.ReturnType> {
  const { place, signal } = parameters
  return signMessage(kit, { message: 'I am at ' + place, signal })
}

export declare namespace signPresence {
  type Parameters = { readonly place: string; readonly signal?: AbortSignal | undefined }
  type ReturnType = { readonly signature: string; readonly account: AccountId }
}
`
const test = `import { expect, test } from 'vitest'
import { adapter, wallet } from '../../test/fake-parts.ts'
import { connect, createKit, signPresence } from '../index.ts'

test('default', async () => {
  const features = {
    signMessage: async ({ message }: { readonly message: string | Uint8Array }) => ({
      signature: String(message).toUpperCase(),
    }),
  }
  const fox = wallet('fox', ['alpha'], { features })
  const kit = createKit({ adapters: [adapter('alpha', [fox])], storage: null })
  const stop = kit.subscribe(() => {})
  await connect(kit, { connector: 'fox' })
  expect(await signPresence(kit, { place: 'home' })).toEqual({
    signature: 'I AM AT HOME',
    account: 'alpha:1:a1',
  })
  stop()
})
`

/** A verb of core. */
export const addAction: Recipe = {
  name: 'action',
  files: {
    'packages/core/src/sign/sign-presence.ts': action,
    'packages/core/src/sign/sign-presence.test.ts': test,
  },
  edits: [
    {
      path: 'packages/core/src/index.ts',
      after: "export { signMessage } from './sign/sign-message.ts'",
      add: "export { signPresence } from './sign/sign-presence.ts'",
    },
  ],
  tests: ['packages/core/src/sign/sign-presence.test.ts'],
}
