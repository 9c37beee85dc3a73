import { z } from 'zod'
import { isAllowedOrigin } from '../../../base/allowed-origin.ts'
import type { ProjectStore } from '../../../data/project-store.ts'
import { normaliseAddress } from '../../mail/normalise-address.ts'
import type { MailRate } from '../codes/mail-rate.ts'
import type { Auth } from '../open-auth.ts'
import { refuseVault } from '../refuse-vault.ts'
import { openCall, type VaultCall } from './vault-call.ts'

export const challengeShape = z.string().regex(/^[\w-]{43}$/)
export const sixDigits = z.string().regex(/^\d{6}$/)
export const projectIdShape = z.string().regex(/^[a-z\d_-]{1,64}$/i)

interface EmailCallsDependencies {
  readonly auth: Pick<Auth, 'accounts' | 'codes'>
  readonly projects: ProjectStore
  readonly rate: MailRate
}

/** Calls for sign-in by mailed codes. */
export function emailCalls({
  auth: { accounts, codes },
  projects,
  rate,
}: EmailCallsDependencies): readonly VaultCall[] {
  return [
    openCall('POST /api/email/start', {
      body: z.strictObject({
        project: projectIdShape,
        email: z.string().max(320),
        site: z.string().max(256).nullish(),
      }),
      async handle({ body: { project: id, email, site = null }, device, label, caller }) {
        const project = await projects.find(id)
        if (!project) throw refuseVault('vault-refused', { reason: 'There is no such project' })
        if (site !== null && !isAllowedOrigin(site, project.origins))
          throw refuseVault('vault-refused', {
            reason: 'Pages of this origin may not use this project',
          })
        const address = normaliseAddress(email)
        await rate.countMail({ caller, project: id, isKnown: await codes.isKnown(address, device) })
        return codes.ask({
          purpose: 'email',
          email: address,
          device: { id: device, project: id, site, label, caller },
        })
      },
    }),
    openCall('POST /api/email/resend', {
      body: z.strictObject({ challenge: challengeShape }),
      async handle({ body, device, caller }) {
        await rate.countResend(caller)
        return codes.resendCode(body.challenge, { id: device, caller })
      },
    }),
    openCall('POST /api/email/verify', {
      body: z.strictObject({ challenge: challengeShape, code: sixDigits }),
      async handle({ body, device, caller }) {
        const verifiedChallenge = await codes.verifyCode(body.challenge, device, body.code, [
          'email',
          'device',
        ])
        if (verifiedChallenge.purpose === 'device') return accounts.confirmDevice(verifiedChallenge)
        const { email, project, site, label } = verifiedChallenge
        const identity = { kind: 'email', issuer: 'email', subject: email, label: email } as const
        return accounts.prove(identity, { id: device, project, site, label, caller })
      },
    }),
  ]
}
