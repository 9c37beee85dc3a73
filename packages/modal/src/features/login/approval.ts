import type { Kit } from '@latchkey/core'
import type { VaultApproval } from '@latchkey/protocol/vault'

const key = 'login.approval'

/** The vault's waiting approval, as this kit was last told. */
export function approvalOf(kit: Kit): VaultApproval | null {
  return (kit.memory.get(key) as VaultApproval | undefined) ?? null
}

export function keepApproval(kit: Kit, approval: VaultApproval | null): void {
  kit.memory.set(key, approval)
}
