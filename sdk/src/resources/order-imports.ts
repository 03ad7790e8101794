import { Resource } from './resource.ts';

export abstract class OrderImports extends Resource {}
