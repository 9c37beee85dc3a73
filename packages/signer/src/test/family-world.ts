import { createFamilySigner, type FamilySigner } from '../create-family-signer.ts'
import type { Family } from '../family/family.ts'
import type { Grants } from '../family/grants.ts'
import type { Approval, Approve, FamilyQuestion } from '../window/approval.ts'

export const origin = 'http://shop.example'
export const words = 'test test test test test test test test test test test junk'

/** A signer for tests: what was asked is noted, `answer` is the visitor. */
export function familyWorld(
  answer: Approve = async () => true,
  nodes: Partial<Readonly<Record<Family, string>>> = {},
): {
  readonly signer: FamilySigner
  readonly asked: Approval[]
  readonly last: () => FamilyQuestion
  /** Connects where that was not done yet, then requests. */
  readonly request: (family: Family, method: string, params?: unknown) => Promise<unknown>
} {
  const asked: Approval[] = []
  const kept: { grants: Grants } = { grants: {} }
  const none = 'http://127.0.0.1:1'
  const signer = createFamilySigner({
    mnemonic: words,
    count: 3,
    nodes: { solana: none, bitcoin: none, stacks: none, ...nodes },
    approve(approval) {
      asked.push(approval)
      return answer(approval)
    },
    grants: {
      read: () => kept.grants,
      write(grants) {
        kept.grants = grants
      },
    },
  })
  return {
    signer,
    asked,
    last: () => asked.at(-1) as FamilyQuestion,
    async request(family, method, params) {
      if (signer.granted(origin, [family]).length === 0) await signer.connect(origin, [family])
      return signer.request({ origin, family, method, params })
    },
  }
}
