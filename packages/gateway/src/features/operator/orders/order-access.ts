import type { OperatorSecret, OperatorSecretMade } from '@latchkey/protocol'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { projectSecrets } from '../../../data/order-schema.ts'
import type { Sql } from '../../../data/sql.ts'
import {
  listSecrets,
  makeSecret,
  maxSecrets,
  type ProjectSecret,
  revokeSecret,
} from '../../orders/create/project-secrets.ts'
import { Fault } from '../fault.ts'

/** Body of `POST /operator/v1/projects/{id}/secrets`. */
export const secretShape = z.strictObject({
  label: z
    .string()
    .trim()
    .min(1, 'must say what the secret is for')
    .max(64, 'must be 64 characters at most'),
})

/** Body of `PUT /operator/v1/projects/{id}/webhook`. */
export const webhookShape = z.strictObject({
  url: z.url({ protocol: /^https?$/, error: 'must be a web address' }).max(1_024),
  /** Whether a new secret is made that replaces the one with which webhook calls are signed. */
  isSecretNew: z.boolean().default(false),
})

export async function listProjectSecrets(db: Sql, project: string): Promise<OperatorSecret[]> {
  return (await listSecrets(db, project)).map(describeSecret)
}

/**
 * Makes a secret of a project.
 * @throws a fault `invalid` when the project has too many secrets
 */
export async function makeProjectSecret(
  db: Sql,
  project: string,
  { label }: z.output<typeof secretShape>,
): Promise<OperatorSecretMade> {
  if ((await db.$count(projectSecrets, eq(projectSecrets.projectId, project))) >= maxSecrets)
    throw new Fault(
      'invalid',
      `There are ${maxSecrets} secrets already`,
      'Clear old rows of project_secrets',
    )
  const { secret, ...row } = await makeSecret(db, project, label)
  return { ...describeSecret(row), secret }
}

/**
 * Revokes a secret of a project at once; this cannot be undone.
 * @throws a fault `not-found`
 */
export async function revokeProjectSecret(db: Sql, project: string, id: string): Promise<void> {
  if (!(await revokeSecret(db, project, id)))
    throw new Fault('not-found', 'There is no such secret', 'Look at the list of secrets')
}

function describeSecret({ id, label, madeAt, usedAt, revokedAt }: ProjectSecret): OperatorSecret {
  return {
    id,
    label,
    madeAt: madeAt.getTime(),
    usedAt: usedAt?.getTime() ?? null,
    revokedAt: revokedAt?.getTime() ?? null,
  }
}
