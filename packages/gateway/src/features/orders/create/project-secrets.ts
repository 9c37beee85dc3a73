import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Hex } from 'viem'
import { projectSecrets } from '../../../data/order-schema.ts'
import type { Sql } from '../../../data/sql.ts'

/** A secret of a project, without the secret itself. */
export type ProjectSecret = Omit<typeof projectSecrets.$inferSelect, 'hash'>

const lastUseIntervalMs = 60_000
/** Revoked secrets count too, because they are kept for the record. */
export const maxSecrets = 100

/** Lists the secrets of a project, newest first. */
export async function listSecrets(db: Sql, projectId: string): Promise<readonly ProjectSecret[]> {
  return db
    .select()
    .from(projectSecrets)
    .where(eq(projectSecrets.projectId, projectId))
    .orderBy(desc(projectSecrets.madeAt), desc(projectSecrets.id))
}

/** Makes a secret of a project; only this answer contains it. */
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

/** Revokes a secret at once and for good; answers whether the project has it. */
export async function revokeSecret(db: Sql, projectId: string, id: string): Promise<boolean> {
  const isOfProject = and(eq(projectSecrets.id, id), eq(projectSecrets.projectId, projectId))
  await db
    .update(projectSecrets)
    .set({ revokedAt: new Date() })
    .where(and(isOfProject, isNull(projectSecrets.revokedAt)))
  return (await db.$count(projectSecrets, isOfProject)) > 0
}

/** Finds the project of a secret that is in force. */
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

/** Only the SHA-256 of a secret is stored; it has 256 random bits, so that is enough. */
function hashSecret(secret: string): Hex {
  return `0x${createHash('sha256').update(secret).digest('hex')}`
}
