interface Versions {
  readonly contract: string;
  readonly package: string;
}

/** What has to be done before the current contract can become the released one. */
export function releaseIssues(versions: Versions, changelog: string): string[] {
  const isCurrent = versions.package === versions.contract;
  const hasChapter = changelog.split('\n').some((line) => `${line} `.startsWith(`## ${versions.contract} `));
  return [
    isCurrent ||
      `package.json has version ${versions.package}, the contract ${versions.contract}. Make them equal.`,
    hasChapter || `CHANGELOG.md has no chapter "## ${versions.contract}". Rename "## Unreleased".`,
  ].filter((issue) => issue !== true);
}
