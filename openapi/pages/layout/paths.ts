import { type Language, WORDS } from './languages.ts';

export const indexPath = (language: Language): string => WORDS[language].referencePath;

export const operationPath = (language: Language, operationId: string): string =>
  `${indexPath(language)}/${operationId}`;

export const objectPath = (language: Language, name: string): string =>
  `${indexPath(language)}/objects/${name}`;

export const problemPath = (language: Language, code: string): string =>
  `${WORDS[language].problemsPath}/${code}`;

export const workflowsPath = (language: Language): string => WORDS[language].workflowsPath;

export const workflowPath = (language: Language, name: string): string =>
  `${workflowsPath(language)}/${name}`;
