const share = 1 / 3
const most = 30

/**
 * Lines about tests that took more than a third of their limit, closest to it first: on a slower or
 * busy machine they would fail first. Tests without a limit are skipped.
 */
export function slowTests(times) {
  const slow = times
    .filter(({ tookMs, limitMs }) => limitMs > 0 && tookMs > limitMs * share)
    .sort((a, b) => b.tookMs / b.limitMs - a.tookMs / a.limitMs)
  if (slow.length === 0) return []
  const seconds = (ms) => (ms / 1000).toFixed(1)
  return [
    `${slow.length} took more than a third of their limit:`,
    ...slow
      .slice(0, most)
      .map(
        ({ file, title, tookMs, limitMs }) =>
          `  ${seconds(tookMs)} of ${seconds(limitMs)} s  ${file} > ${title}`,
      ),
    ...(slow.length > most ? [`  and ${slow.length - most} more`] : []),
  ]
}
