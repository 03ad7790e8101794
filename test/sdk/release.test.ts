import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type ReleaseState, releaseIssues } from '../../sdk/release/issues.ts';
import { VERSION } from '../../sdk/src/transport/version.ts';

const file = (name: string): string => readFileSync(new URL(`../../sdk/${name}`, import.meta.url), 'utf8');

const ready: ReleaseState = {
  version: '0.3.0',
  userAgentVersion: '0.3.0',
  changelog: '# Changelog\n\n## Unreleased\n\n## 0.3.0\n\n- One thing.\n\n## 0.2.0\n\n- Another.\n',
  tags: ['sdk-v0.2.0'],
  uncommitted: '',
  repository: 'github:example/tradepost',
};

describe('a release of the SDK', () => {
  it('goes ahead if nothing is missing', () => {
    expect(releaseIssues(ready)).toEqual([]);
  });

  it.each<[string, Partial<ReleaseState>]>([
    ['not one like 1.2.3', { version: '0.3', userAgentVersion: '0.3', changelog: '## 0.3\n\n- One.\n' }],
    ['sdk/src/transport/version.ts has 0.2.0, sdk/package.json 0.3.0', { userAgentVersion: '0.2.0' }],
    ['no section "## 0.3.0" with changes', { changelog: '## 0.3.0\n\n## 0.2.0\n\n- Another.\n' }],
    ['no section "## 0.3.0" with changes', { changelog: '## 0.3.01\n\n- One.\n' }],
    ['Move them to "## 0.3.0"', { changelog: `## Unreleased\n\n- New.\n${ready.changelog.slice(26)}` }],
    ['Raise the version', { tags: ['sdk-v0.3.0'] }],
    ['has no "repository"', { repository: undefined }],
    ["aren't committed", { uncommitted: ' M sdk/package.json\n' }],
  ])('is refused with "%s"', (message, change) => {
    const issues = releaseIssues({ ...ready, ...change });
    expect(issues).toHaveLength(1);
    expect(issues[0]).toContain(message);
  });

  it('could be made of this version, without what is unreleased and not committed', () => {
    const { version } = JSON.parse(file('package.json'));
    const changelog = file('CHANGELOG.md').replace(/^## Unreleased$.*?(?=^## )/ms, '');
    expect(releaseIssues({ ...ready, version, userAgentVersion: VERSION, changelog, tags: [] })).toEqual([]);
  });
});
