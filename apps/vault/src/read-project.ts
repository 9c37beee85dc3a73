import type { VaultProject } from '@latchkey/protocol/vault'

/**
 * What the server wrote into the document's `<script type="application/json" id="project">`, which
 * stands as `null` in the built templates. It comes from the vault's own server, as the scripts do;
 * it is read once and frozen.
 */
export function readProject(document: Document): VaultProject | null {
  const text = document.getElementById('project')?.textContent
  const project: VaultProject | null = text ? JSON.parse(text) : null
  return project && Object.freeze(project)
}
