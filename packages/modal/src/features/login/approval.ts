import type { Kit } from '@latchkey/core'
import { perKit } from '@latchkey/core/inside'
import type { VaultApproval } from '@latchkey/protocol/vault'

const approvalStoreOfKit: (kit: Kit) => { approval: VaultApproval | null } = perKit(() => ({
  approval: null,
}))

/** The approval that waits in the vault, as the vault last reported it to this kit. */
export function approvalOf(kit: Kit): VaultApproval | null {
  return approvalStoreOfKit(kit).approval
}

export function keepApproval(kit: Kit, approval: VaultApproval | null): void {
  approvalStoreOfKit(kit).approval = approval
}
