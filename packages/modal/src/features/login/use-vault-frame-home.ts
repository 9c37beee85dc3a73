import type { AuthFeatures } from '@latchkey/core'
import { type RefObject, useEffect } from 'react'

/**
 * Places the vault's frame in the host element of the dialog's shadow root, so that a slot in the
 * dialog can show it.
 */
export function useVaultFrameHome(
  container: RefObject<Element | null>,
  auth: AuthFeatures | undefined,
): void {
  useEffect(() => {
    const root = container.current?.getRootNode()
    if (root instanceof ShadowRoot) auth?.home(root.host)
  }, [container, auth])
}
