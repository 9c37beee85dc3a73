import type { Page } from 'playwright-core'

/** Adds a virtual authenticator that always agrees. */
export async function plugIn(
  page: Page,
  options: { readonly hasPrf: boolean; readonly isSynced?: boolean },
): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      hasPrf: options.hasPrf,
      defaultBackupEligibility: options.isSynced ?? true,
      defaultBackupState: options.isSynced ?? true,
    },
  })
}
