import { hasCode } from '@latchkey/protocol'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import {
  adapter,
  deferred,
  type FakeStorage,
  type FakeWallet,
  raw,
  session,
  storage,
  wallet,
} from '../../test/fake-parts.ts'
import { switchAccount } from '../account/switch-account.ts'
import { connect } from '../connect/connect.ts'
import { disconnect } from '../connect/disconnect.ts'
import type { Grant, Session } from '../contract/session.ts'
import { createKit } from '../create-kit.ts'
import { getAccount } from './get-account.ts'
import { heldNamespaces } from './held.ts'
import type { Kit } from './kit.ts'

interface Question {
  readonly page: number
  readonly signal: AbortSignal
  readonly answer: ReturnType<typeof deferred<Grant>>
}
interface Actor {
  readonly id: string
  readonly namespaces: readonly string[]
  /** The account it would sign with, per namespace. */
  readonly signs: Record<string, string>
  isDead: boolean
  fake: FakeWallet
  questions: Question[]
}

class World {
  readonly actors: Actor[] = (
    [
      ['v', ['alpha']],
      ['w', ['alpha']],
      ['shared', ['alpha', 'beta']],
    ] as const
  ).map(([id, namespaces]) => ({
    id,
    namespaces,
    signs: Object.fromEntries(namespaces.map((n) => [n, 'a1'])),
    isDead: false,
    fake: wallet(id, namespaces),
    questions: [],
  }))
  readonly store: FakeStorage = storage()
  page = 0
  kit: Kit
  /** Whether several wallets of a namespace may be connected at once. */
  readonly isMulti: boolean

  constructor(isMulti: boolean) {
    this.isMulti = isMulti
    this.kit = this.load()
  }

  load(): Kit {
    this.page++
    for (const actor of this.actors) {
      actor.fake = wallet(actor.id, actor.namespaces)
      // Nobody waits for them: the page is gone.
      actor.questions = []
      actor.fake.answer = ({ signal, silent }) => {
        if (actor.isDead && silent) return Promise.reject(raw('wallet-disconnected'))
        const answer = deferred<Grant>()
        actor.questions.push({ page: this.page, signal, answer })
        return answer.promise
      }
    }
    const fakes = this.actors.map(({ fake }) => fake)
    const kit = createKit({
      adapters: [adapter('alpha', fakes), adapter('beta')],
      storage: this.store,
      features: { multiWallet: this.isMulti },
    })
    kit.subscribe(() => undefined)
    return kit
  }

  sessions(actor: Actor): readonly Session[] {
    return actor.namespaces.map((n) => session(n, [actor.signs[n] ?? '']))
  }

  check(): void {
    const { connections, active } = this.kit.getState()
    for (const [namespace, id] of Object.entries(active)) {
      expect(heldNamespaces(connections[id]), 'the active one holds its namespace').toContain(
        namespace,
      )
      const view = getAccount(this.kit, { namespace })
      const actor = this.actors.find((a) => a.id === id)
      expect(view.status).toBe(
        connections[id]?.status === 'connected' ? 'connected' : 'reconnecting',
      )
      if (view.status === 'connected')
        expect(view.address, 'shown = signing').toBe(actor?.signs[namespace])
    }
    const held = Object.values(connections).flatMap(heldNamespaces)
    if (this.isMulti) expect(new Set(Object.keys(active))).toEqual(new Set(held))
    else expect(new Set(held).size, 'one wallet a namespace').toBe(held.length)
    for (const [id, { status }] of Object.entries(connections)) {
      const actor = this.actors.find((a) => a.id === id)
      const isAsked = actor?.questions.some(
        ({ page, signal }) => page === this.page && !signal.aborted,
      )
      if (status === 'connecting' || status === 'resuming')
        expect(isAsked, `${status} and nobody is asked`).toBe(true)
      expect(actor?.fake.listeners.size, `listens to ${id}`).toBe(
        /^(?:connected|resuming)$/.test(status) ? 1 : 0,
      )
    }
    const kept = Object.keys(connections).filter((id) => heldNamespaces(connections[id]).length)
    const text = this.store.entries.get('latchkey.default.v1.connections') ?? '[]'
    const stored = (JSON.parse(text) as { connector: string }[]).map(({ connector }) => connector)
    expect(stored.sort(), 'storage says what state says').toEqual(kept.sort())
    const ended = JSON.parse(
      this.store.entries.get('latchkey.default.v1.disconnected') ?? '[]',
    ) as string[]
    expect(ended.filter((id) => kept.includes(id))).toEqual([])
  }
}

type Step = (world: World) => void
const who = fc.nat(2)
const kinds: readonly fc.Arbitrary<readonly [string, Step]>[] = [
  who.map((i) => [
    `connect ${i}`,
    ({ kit, actors }) => void connect(kit, { connector: actors[i]!.id }).catch(expected),
  ]),
  who.map((i) => [
    `connect ${i}, cancel`,
    ({ kit, actors }) => {
      const controller = new AbortController()
      void connect(kit, { connector: actors[i]!.id, signal: controller.signal }).catch(expected)
      controller.abort()
    },
  ]),
  fc.tuple(who, fc.nat(1), fc.nat(4)).map(([i, n, mood]) => [
    `${i} answers ${n} ${mood ? 'yes' : 'no'}`,
    (world) => {
      const actor = world.actors[i]!
      const [question] = actor.questions.splice(-1 - n, 1)
      if (mood && !actor.isDead) question?.answer.resolve({ sessions: world.sessions(actor) })
      else question?.answer.reject(raw('user-rejected'))
    },
  ]),
  fc.tuple(who, fc.constantFrom('a1', 'a2', 'a3')).map(([i, address]) => [
    `${i} signs with ${address}`,
    (world) => {
      const actor = world.actors[i]!
      for (const namespace of actor.namespaces) {
        actor.signs[namespace] = address
        actor.fake.emit({
          type: 'session',
          session: session(namespace, [address]),
          reason: 'accounts',
        })
      }
    },
  ]),
  who.map((i) => [`${i} ends`, ({ actors }) => actors[i]!.fake.emit({ type: 'end' })]),
  who.map((i) => [
    `${i} dies or lives`,
    ({ actors }) => {
      const actor = actors[i]!
      actor.isDead = !actor.isDead
      if (actor.isDead) actor.fake.emit({ type: 'end' })
    },
  ]),
  fc
    .constantFrom('alpha', 'beta', undefined)
    .map((namespace) => [
      `disconnect ${namespace}`,
      ({ kit }) => void disconnect(kit, { namespace }).catch(expected),
    ]),
  fc
    .tuple(who, fc.constantFrom('alpha', 'beta'), fc.constantFrom('a1', 'a2', 'a3'))
    .map(([i, namespace, address]) => [
      `switch to ${address} of ${i} in ${namespace}`,
      (world) => {
        const connector = world.actors[i]!.id
        const account = `${namespace}:1:${address}` as const
        void switchAccount(world.kit, { connector, account })
          .then((shown) => expect(shown).toMatchObject({ account, connectorId: connector }))
          .catch(expected)
      },
    ]),
  who.map((i) => [
    `remove ${i}`,
    ({ kit, actors }) => void disconnect(kit, { connector: actors[i]!.id }).catch(expected),
  ]),
  fc.constant([
    'reload',
    (world: World) => {
      world.kit = world.load()
    },
  ] as const),
]
/** Connecting and agreeing come more often, so that much of the time something is connected. */
const steps = fc.oneof(
  ...kinds.map((arbitrary, i) => ({ arbitrary, weight: [6, 1, 12, 3, 1, 1, 1, 3, 1, 2][i] ?? 1 })),
)

/** Parts of the kit are imported when first needed, one after another. */
async function settled(): Promise<void> {
  for (let i = 0; i < 3; i++) {
    await new Promise((resolve) => setImmediate(resolve))
    await vi.dynamicImportSettled()
  }
}

/** A failure of an action always has a code. */
function expected(error: unknown): void {
  if (!hasCode(error)) throw error
}

/** `npm run soak` asks for more. */
const runs = Number(process.env.LATCHKEY_PROPERTY_RUNS || 100)

describe('createKit', () => {
  test.each([
    ['one wallet of a family', false],
    ['several wallets of a family', true],
  ])(
    'behavior: whatever visitor, wallets and reloads do, what is shown is true, with %s',
    {
      timeout: 600 * runs,
    },
    async (_, isMulti) => {
      let connected = 0
      await fc.assert(
        fc.asyncProperty(fc.array(steps, { minLength: 5, maxLength: 30 }), async (list) => {
          const world = new World(isMulti)
          for (const [, step] of list) {
            step(world)
            await settled()
            world.check()
            if (getAccount(world.kit).status === 'connected') connected++
          }
          await disconnect(world.kit)
          for (const actor of world.actors) {
            for (const { answer } of actor.questions) {
              answer.reject(raw('aborted'))
            }
          }
        }),
        { numRuns: runs },
      )
      console.info(`property: ${connected} steps ended connected`)
      expect(connected).toBeGreaterThan(10)
    },
  )
})
