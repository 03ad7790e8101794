export interface ReleaseState {
  /** Of package.json. */
  readonly version: string;
  /** What the User-Agent says, from src/transport/version.ts. */
  readonly userAgentVersion: string;
  readonly changelog: string;
  /** The names of the repository's tags. */
  readonly tags: readonly string[];
  /** What `git status --porcelain` prints. */
  readonly uncommitted: string;
  /** Of package.json. npm makes the links to the sources, the issues and the home page from it. */
  readonly repository: string | undefined;
}

export const tagOf = (version: string): string => `sdk-v${version}`;

/** What has to be done before this version of the SDK can be released. */
export function releaseIssues(state: ReleaseState): string[] {
  const { version, userAgentVersion, changelog, tags, uncommitted, repository } = state;
  const issues: [boolean, string][] = [
    [!/^\d+\.\d+\.\d+$/.test(version), `sdk/package.json has version ${version}, not one like 1.2.3.`],
    [version !== userAgentVersion, `sdk/src/transport/version.ts has ${userAgentVersion}, sdk/package.json ${version}.`],
    [sectionOf(changelog, version) === '', `sdk/CHANGELOG.md has no section "## ${version}" with changes.`],
    [
      sectionOf(changelog, 'Unreleased') !== '',
      `sdk/CHANGELOG.md has changes under "## Unreleased". Move them to "## ${version}".`,
    ],
    [tags.includes(tagOf(version)), `There is a tag ${tagOf(version)}. Raise the version.`],
    [uncommitted !== '', `There are changes that aren't committed:\n${uncommitted}`],
    [!repository, NO_REPOSITORY],
  ];
  return issues.filter(([found]) => found).map(([, issue]) => issue);
}

/** A dry run goes on without it. */
export const NO_REPOSITORY =
  'sdk/package.json has no "repository". npm makes the links to sources, issues and home page from it.';

/** The text under a heading of the second level; empty if there is none. */
function sectionOf(changelog: string, name: string): string {
  const sections = changelog.split(/^## /m).slice(1);
  const found = sections.find((section) => section.split(/\s/, 1)[0] === name);
  return found?.slice(found.indexOf('\n')).trim() ?? '';
}
