/**
 * Finds projects in which fewer tests passed than `test-floors.json` requires, and projects without
 * a count or minimum: a deleted file or an emptied project is otherwise silent. Lower the minimum
 * when tests are removed on purpose.
 */
export function floorFaults(counts, floors) {
  const projects = [...new Set([...Object.keys(floors), ...Object.keys(counts)])]
  return projects.flatMap((project) => {
    const floor = floors[project]
    const passed = counts[project] ?? 0
    if (floor === undefined) return [`project ${project} has no floor in scripts/test-floors.json`]
    return passed < floor
      ? [`project ${project}: ${passed} tests passed, the floor is ${floor}`]
      : []
  })
}
