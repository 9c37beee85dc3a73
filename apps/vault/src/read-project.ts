import type { VaultProject } from '@latchkey/protocol/vault'

/**
 * Reads the project that the server wrote into the document's
 * `<script type="application/json" id="project">`; the built templates contain `null` there. It
 * comes from the vault's own server like the scripts; it is read once and frozen.
 */
export function readProject(document: Document): VaultProject | null {
  const text = document.getElementById('project')?.textContent
  const project: VaultProject | null = text ? JSON.parse(text) : null
  return project && Object.freeze(project)
}
