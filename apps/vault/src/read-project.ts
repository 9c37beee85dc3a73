import type { VaultProject } from '@latchkey/protocol/vault'

/**
 * Reads the project's settings, which the server has written into the document's `<script
 * type="application/json" id="project">`; the built template contains `null` there. The settings
 * can be trusted like the scripts, because both come from the vault's own server. They are read
 * once and frozen.
 */
export function readProject(document: Document): VaultProject | null {
  const text = document.getElementById('project')?.textContent
  const project: VaultProject | null = text ? JSON.parse(text) : null
  return project && Object.freeze(project)
}
