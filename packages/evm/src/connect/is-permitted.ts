import { askProvider, type Provider } from './provider.ts'

/**
 * Whether a wallet that shares no account may still have given the page its permission (EIP-2255),
 * so that it may only be locked. Also true when the wallet does not tell. The request shows no
 * prompt.
 */
export async function isPermitted(provider: Provider): Promise<boolean> {
  const permissionsRequest = askProvider(
    provider,
    'wallet_getPermissions',
    undefined,
    AbortSignal.timeout(500),
  )
  const permissions = await permissionsRequest.catch(() => undefined)
  return !Array.isArray(permissions) || permissions.slice(0, 100).some(isAccountsPermission)
}

function isAccountsPermission(permission: unknown): boolean {
  try {
    return (
      (permission as { readonly parentCapability?: unknown } | null)?.parentCapability ===
      'eth_accounts'
    )
  } catch {
    return false
  }
}
