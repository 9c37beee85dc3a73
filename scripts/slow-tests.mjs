const share = 1 / 3
const most = 30

/**
 * Lines of those tests that took more than a third of their limit, the nearest to it first: on a slower machine, or beside
 * other work, they would be the first to fail. Without a limit there is nothing to be near to.
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
