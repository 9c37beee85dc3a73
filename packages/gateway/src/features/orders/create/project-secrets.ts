import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Hex } from 'viem'
import { projectSecrets } from '../../../data/order-schema.ts'
import type { Sql } from '../../../data/sql.ts'

/** The description of a project's secret, without the secret itself. */
export type ProjectSecret = Omit<typeof projectSecrets.$inferSelect, 'hash'>

const lastUseIntervalMs = 60_000
/**
 * Maximum number of secrets of a project. Revoked secrets are counted, because they stay in the
 * table.
 */
export const maxSecrets = 100

/** Lists the secrets of a project, newest first. */
export async function listSecrets(db: Sql, projectId: string): Promise<readonly ProjectSecret[]> {
  return db
    .select()
    .from(projectSecrets)
    .where(eq(projectSecrets.projectId, projectId))
    .orderBy(desc(projectSecrets.madeAt), desc(projectSecrets.id))
}

/** Makes a secret of a project. Only this answer contains the secret; it cannot be read later. */
export async function makeSecret(
  db: Sql,
  projectId: string,
  label: string,
): Promise<ProjectSecret & { readonly secret: string }> {
  const secret = `lks_${randomBytes(32).toString('base64url')}`
  const row = {
    id: randomUUID(),
    projectId,
    label,
    madeAt: new Date(),
    usedAt: null,
    revokedAt: null,
  }
  await db.insert(projectSecrets).values({ ...row, hash: hashSecret(secret) })
  return { ...row, secret }
}

/** Revokes a secret at once; this cannot be undone. Returns whether the project has the secret. */
export async function revokeSecret(db: Sql, projectId: string, id: string): Promise<boolean> {
  const isOfProject = and(eq(projectSecrets.id, id), eq(projectSecrets.projectId, projectId))
  await db
    .update(projectSecrets)
    .set({ revokedAt: new Date() })
    .where(and(isOfProject, isNull(projectSecrets.revokedAt)))
  return (await db.$count(projectSecrets, isOfProject)) > 0
}

/** Finds the project to which a secret belongs; undefined when the secret is unknown or revoked. */
export async function findProjectOfSecret(
  db: Sql,
  secret: string | undefined,
): Promise<string | undefined> {
  if (!secret) return undefined
  const [row] = await db
    .select()
    .from(projectSecrets)
    .where(and(eq(projectSecrets.hash, hashSecret(secret)), isNull(projectSecrets.revokedAt)))
  if (!row) return undefined
  if (!row.usedAt || Date.now() - row.usedAt.getTime() > lastUseIntervalMs)
    await db.update(projectSecrets).set({ usedAt: new Date() }).where(eq(projectSecrets.id, row.id))
  return row.projectId
}

/**
 * Hashes a secret. Only the SHA-256 is stored, which is enough because a secret has 256 random
 * bits.
 */
function hashSecret(secret: string): Hex {
  return `0x${createHash('sha256').update(secret).digest('hex')}`
}
