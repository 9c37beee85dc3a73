import { isAllowedOrigin } from '../../base/allowed-origin.ts'
import { refusal } from '../../base/refuse.ts'
import type { Project } from '../../data/project-store.ts'

/**
 * Checks the address to which a visitor returns after a payment: the project must allow its origin.
 * If the browser sends the origin of the requesting page, the address must have that origin too.
 * @param origin - origin of the requesting page, from the browser
 * @throws `returnUrl` refusal
 */
export function checkReturnUrl(
  text: string,
  project: Pick<Project, 'origins'> | undefined,
  origin: string | undefined,
): void {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isWebPage = url && /^https?:$/.test(url.protocol) && !url.username && !url.password
  const isOwn = origin === undefined || origin === url?.origin
  if (!isWebPage || !isOwn || !isAllowedOrigin(url.origin, project?.origins ?? []))
    throw refusal(
      400,
      'returnUrl',
      'It must be a page of the origin that asks, and of an allowed one',
    )
}
