import { boolean, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/**
 * Projects (sites) of this gateway. `source` is `file`, `dashboard` or `closed`: the configuration
 * file no longer changes a project that the dashboard edited, and a project that the file no longer
 * names is closed.
 */
export const projects = pgTable('projects', {
  id: text('id').primaryKey(),
  source: text('source').notNull().default('file'),
  isAnalyticsEnabled: boolean('is_analytics_enabled').notNull().default(false),
})

export const origins = pgTable(
  'origins',
  {
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    origin: text('origin').notNull(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.origin] })],
)

export const features = pgTable(
  'features',
  {
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    id: text('id').notNull(),
    isEnabled: boolean('is_enabled').notNull(),
    /** Settings of the feature; null means that the page's own setting applies. */
    config: jsonb('config').$type<string[] | null>(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.id] })],
)
