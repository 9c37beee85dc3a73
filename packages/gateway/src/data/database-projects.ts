import { and, eq, inArray, ne, notInArray } from 'drizzle-orm'
import type { Config } from '../base/config/schema.ts'
import { settings } from './operator-schema.ts'
import type { Project } from './project-store.ts'
import type { ListingStore } from './remembered-projects.ts'
import { features, origins, projects } from './schema.ts'
import type { Sql } from './sql.ts'

/** Reads projects from the database; closed projects are left out. */
export function databaseProjects(db: Sql): ListingStore {
  return {
    async find(id) {
      const [found] = await db.select().from(projects).where(eq(projects.id, id))
      return !found || found.source === 'closed' ? undefined : readProject(db, found)
    },
    async listIds() {
      const projectRows = await db
        .select({ id: projects.id })
        .from(projects)
        .where(ne(projects.source, 'closed'))
      return new Set(projectRows.map(({ id }) => id))
    },
  }
}

/** Creates a project from its database row and the rows that belong to it. */
export async function readProject(
  db: Sql,
  { id, isAnalyticsEnabled }: Pick<typeof projects.$inferSelect, 'id' | 'isAnalyticsEnabled'>,
): Promise<Project> {
  const [allowedOrigins, projectFeatures] = await Promise.all([
    db.select().from(origins).where(eq(origins.projectId, id)),
    db.select().from(features).where(eq(features.projectId, id)),
  ])
  return {
    id,
    origins: allowedOrigins.map(({ origin }) => origin),
    features: projectFeatures.map(({ id: feature, isEnabled, config }) => ({
      id: feature,
      isEnabled,
      config,
    })),
    isAnalyticsEnabled,
  }
}

/**
 * Returns the path in table `settings` under which the dashboard records that it deleted a project.
 */
export function deletedPath(projectId: string): string {
  return `projects.${projectId}.deleted`
}

/**
 * Copies the projects of the configuration file into the database; projects that the dashboard
 * edited or deleted stay as they are. A project that the file no longer names is closed instead of
 * deleted: deletion would remove its events, and its entry may be missing by mistake.
 */
export async function seedProjects(db: Sql, listed: Config['projects']): Promise<void> {
  await db.transaction(async (tx) => {
    const isFromFile = eq(projects.source, 'file')
    const fileProjectIds = listed.map(({ id }) => id)
    await tx
      .update(projects)
      .set({ source: 'closed' })
      .where(
        fileProjectIds.length
          ? and(isFromFile, notInArray(projects.id, fileProjectIds))
          : isFromFile,
      )
    const paths = fileProjectIds.map(deletedPath)
    const deletedSettings = paths.length
      ? await tx.select().from(settings).where(inArray(settings.path, paths))
      : []
    for (const { id, analytics, origins: allowedOrigins, features: projectFeatures } of listed) {
      if (deletedSettings.some(({ path }) => path === deletedPath(id))) continue
      const row = { id, source: 'file', isAnalyticsEnabled: analytics }
      const [kept] = await tx.select().from(projects).where(eq(projects.id, id))
      if (kept?.source === 'dashboard') continue
      // The row is updated and not replaced, because deleting the old row would delete everything
      // that belongs to the project.
      await tx.insert(projects).values(row).onConflictDoUpdate({ target: projects.id, set: row })
      await tx.delete(origins).where(eq(origins.projectId, id))
      await tx.delete(features).where(eq(features.projectId, id))
      const uniqueOrigins = [...new Set(allowedOrigins)]
      if (uniqueOrigins.length)
        await tx.insert(origins).values(uniqueOrigins.map((origin) => ({ projectId: id, origin })))
      const featuresById = new Map(projectFeatures.map((feature) => [feature.id, feature]))
      if (featuresById.size)
        await tx.insert(features).values(
          [...featuresById.values()].map((feature) => ({
            projectId: id,
            id: feature.id,
            isEnabled: feature.isEnabled,
            config: feature.config ?? null,
          })),
        )
    }
  })
}
