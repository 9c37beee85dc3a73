/**
 * Projects in which fewer tests have passed than `test-floors.json` says, and projects that nobody counted or gave a
 * floor: a deleted file or an emptied project says nothing by itself. Who removes tests on purpose lowers the floor.
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
