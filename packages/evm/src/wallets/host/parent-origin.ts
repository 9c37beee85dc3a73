/** The part of a page's window by which the site around the page is found and asked. */
export interface HostPage {
  readonly parent: unknown
  readonly location: {
    readonly origin: string
    /** Origins of the frames around the page, the nearest first; missing in some browsers. */
    readonly ancestorOrigins?: ArrayLike<string>
  }
  readonly document: { readonly referrer: string }
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void
  removeEventListener(type: 'message', listener: (event: MessageEvent) => void): void
}

/**
 * Returns the origin of the site that shows the page in a frame: null when the page is in no frame,
 * undefined when the browser does not tell the site. Browsers without `ancestorOrigins` tell it
 * only by the referrer, and no longer once a link was followed inside the frame.
 */
export function readParentOrigin(page: HostPage): string | null | undefined {
  const { parent, location, document } = page
  if (parent === page || !parent) return null
  const [nearest] = Array.from(location.ancestorOrigins ?? [])
  if (nearest && nearest !== 'null') return nearest
  if (!URL.canParse(document.referrer)) return undefined
  const { origin } = new URL(document.referrer)
  return origin === location.origin ? undefined : origin
}
